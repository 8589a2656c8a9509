/** A rotating ring. */
export function Spinner({ className = 'size-5' }: { readonly className?: string }) {
  return (
    <span
      aria-hidden
      className={`inline-block animate-turn rounded-full border-2 border-current border-r-transparent ${className}`}
    />
  )
}
