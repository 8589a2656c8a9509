import { Spinner } from '../../ui/loading/spinner.tsx'

interface Props {
  readonly children: string
  readonly busy: boolean
}

/** Submits a form of My Account. Keeps its width and the focus while the form is being sent. */
export function SaveButton({ children, busy }: Props) {
  return (
    <button
      type="submit"
      aria-disabled={busy || undefined}
      className="button button-accent relative justify-self-start"
    >
      <span className={busy ? 'opacity-0' : undefined}>{children}</span>
      {busy && <Spinner className="absolute size-5" />}
    </button>
  )
}
