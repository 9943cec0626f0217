import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Entities in a database in memory: objects that are loaded when they are first used stand behind proxies, which are called beside chains. */
public class Lending {
    @Entity(name = "Author")
    public static class Author {
        @Id Long id;
        String name;
        int age;
        @OneToMany(mappedBy = "author") List<Book> books = new ArrayList<>();

        public Author() {}

        Author(long id, String name, int age) {
            this.id = id;
            this.name = name;
            this.age = age;
        }

        public String getName() {
            return name;
        }

        public int older(int years) {
            return age + years;
        }

        public List<Book> getBooks() {
            return books;
        }
    }

    @Entity(name = "Book")
    public static class Book {
        @Id Long id;
        String title;
        @ManyToOne(fetch = FetchType.LAZY) Author author;

        public Book() {}

        Book(long id, String title, Author author) {
            this.id = id;
            this.title = title;
            this.author = author;
        }

        public String getTitle() {
            return title;
        }

        public Author getAuthor() {
            return author;
        }
    }

    static int step(int x) {
        int r = x;
        for (int k = 0; k < STEPS; k++) {
            r = r * 31 + k;
        }
        return r;
    }

    static final int STEPS = 200_000;

    static int besideReference(Book book) {
        int x = 1;
        for (int i = 0; i < 20; i++) { // advice: serial via x
            book.getTitle();
            x = step(x);
        }
        return x;
    }

    static int besideAssociation(Author author) {
        int x = 1;
        for (int i = 0; i < 20; i++) { // advice: serial via x
            author.older(i);
            x = step(x);
        }
        return x;
    }

    static int besideLoading(Session session) {
        int x = 1;
        for (long i = 1; i <= 10; i++) { // advice: serial via x
            session.getReference(Book.class, i).getAuthor().getName();
            x = step(x);
        }
        return x;
    }

    static void fill(Session session) {
        Author author = new Author(1, "Ada", 36);
        session.persist(author);
        for (long i = 1; i <= 10; i++) {
            session.persist(new Book(i, "Notes " + i, author));
        }
    }

    static void use(Session session) {
        Book book = session.getReference(Book.class, 1L);
        System.out.println("reference " + Hibernate.isInitialized(book) + " " + besideReference(book) + " " + book.getTitle());
        Author author = book.getAuthor();
        System.out.println("association " + Hibernate.isInitialized(author) + " " + besideAssociation(author) + " " + author.older(1));
        System.out.println("loading " + besideLoading(session) + " " + author.getBooks().size());
    }

    public static void main(String[] args) {
        Configuration configuration = new Configuration().addAnnotatedClass(Author.class).addAnnotatedClass(Book.class);
        configuration.setProperty("hibernate.connection.url", "jdbc:h2:mem:lending");
        configuration.setProperty("hibernate.hbm2ddl.auto", "create");
        try (SessionFactory sessions = configuration.buildSessionFactory()) {
            sessions.inTransaction(Lending::fill);
            sessions.inTransaction(Lending::use);
        }
    }
}
