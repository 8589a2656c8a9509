import { Spinner } from '../ui/loading/spinner.tsx'

interface Props {
  readonly children: string
  readonly busy: boolean
}

/** Submits a form; keeps its width and the focus while busy. */
export function SubmitButton({ children, busy }: Props) {
  return (
    <button type="submit" aria-disabled={busy || undefined} className="button button-accent relative w-full">
      <span className={busy ? 'opacity-0' : undefined}>{children}</span>
      {busy && <Spinner className="absolute size-5" />}
    </button>
  )
}
