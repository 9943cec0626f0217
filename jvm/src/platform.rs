//! Packages of the Java SE platform outside of `java.*`.
//!
//! A jar may contain them (old XML parsers do), but the JVM loads the platform's own classes first, so those in the jar are never
//! used. Java SE 8 to 25 API specifications, lists of packages.

/// Packages that belong to the platform together with all packages below them.
const TREES: [&str; 28] = [
    "java",
    "javax/accessibility",
    "javax/annotation/processing",
    "javax/crypto",
    "javax/imageio",
    "javax/lang/model",
    "javax/management",
    "javax/naming",
    "javax/net",
    "javax/print",
    "javax/rmi",
    "javax/script",
    "javax/security/auth",
    "javax/security/cert",
    "javax/security/sasl",
    "javax/smartcardio",
    "javax/sound",
    "javax/sql",
    "javax/swing",
    "javax/tools",
    "javax/xml/crypto",
    "javax/xml/stream",
    "javax/xml/transform",
    "javax/xml/validation",
    "javax/xml/xpath",
    "org/ietf/jgss",
    "org/w3c/dom",
    "org/xml/sax",
];

/// Packages that belong to the platform without those below them.
const PACKAGES: [&str; 7] = [
    "javax/activity",
    "javax/transaction/xa",
    "javax/xml",
    "javax/xml/catalog",
    "javax/xml/datatype",
    "javax/xml/namespace",
    "javax/xml/parsers",
];

/// Packages of JDKs that are not of the API, together with all packages below them.
const INTERNAL: [&str; 3] = ["com/sun", "jdk", "sun"];

/// True if the platform has this class's package.
#[must_use]
pub fn owns(class: &str) -> bool {
    let Some((package, _)) = class.rsplit_once('/') else { return false };
    PACKAGES.contains(&package) || TREES.iter().any(|tree| is_in(package, tree))
}

/// True if JDKs have this class's package, whether or not it is of the platform's API.
#[must_use]
pub fn is_of_jdk(class: &str) -> bool {
    let package = class.rsplit_once('/').map_or("", |(package, _)| package);
    owns(class) || INTERNAL.iter().any(|tree| is_in(package, tree))
}

/// True if classes of a JDK may have names that begin like this.
#[must_use]
pub fn may_begin(name: &str) -> bool {
    is_of_jdk(name) || TREES.iter().chain(&PACKAGES).chain(&INTERNAL).any(|tree| tree.starts_with(name))
}

fn is_in(package: &str, tree: &str) -> bool {
    package.strip_prefix(tree).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::{may_begin, owns};

    #[test]
    fn packages_of_the_platform() {
        assert!(owns("java/lang/String") && owns("org/w3c/dom/Node") && owns("javax/xml/parsers/SAXParser"));
        assert!(owns("javax/swing/text/html/HTML"));
        assert!(!owns("javax/servlet/Servlet") && !owns("javax/xml/bind/JAXB") && !owns("org/w3c/tidy/Tidy"));
        assert!(!owns("Main") && !owns("javafx/scene/Node"));
    }

    #[test]
    fn beginnings_of_names() {
        assert!(["", "ja", "java/util/Arr", "com/sun", "jdk/internal/"].into_iter().all(may_begin));
        assert!(!["com/acme/", "Main", "javaland/X", "jdkx/"].into_iter().any(may_begin));
    }
}
