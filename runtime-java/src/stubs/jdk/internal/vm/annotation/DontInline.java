package jdk.internal.vm.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the JIT compilers of HotSpot know by this name, in classes of the JDK: the method is called, whatever its size. Those of this
 * package exist in JDK 9 and newer; in other classes nobody looks at it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DontInline {}
