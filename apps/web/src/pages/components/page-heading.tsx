/** The main heading of a page without a header. */
export function PageHeading({ children }: { readonly children: string }) {
  return <h1 className="mt-2 mb-4 text-2xl font-extrabold">{children}</h1>
}
