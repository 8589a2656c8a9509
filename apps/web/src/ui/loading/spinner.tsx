/** A ring that turns while something is waited for. */
export function Spinner({ className = 'size-5' }: { readonly className?: string }) {
  return (
    <span
      aria-hidden
      className={`inline-block animate-turn rounded-full border-2 border-current border-r-transparent ${className}`}
    />
  )
}
