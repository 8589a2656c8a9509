import type { ReactNode, Ref } from 'react'
import { Spinner } from '../../ui/loading/spinner.tsx'

interface Props {
  readonly children: string
  readonly busy: boolean
  /** Says beside the button what it has done; false before that. */
  readonly answer: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
  /** Where one screen has several. */
  readonly plain?: boolean
}

/** Submits a form that stays on the screen, and answers beside it. Keeps its width and the focus while the form is being sent. */
export function SaveButton({ children, busy, answer, ref, plain = false }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <button
        ref={ref}
        type="submit"
        aria-disabled={busy || undefined}
        className={`button relative ${plain ? '' : 'button-accent'}`}
      >
        <span className={busy ? 'opacity-0' : undefined}>{children}</span>
        {busy && <Spinner className="absolute size-5" />}
      </button>
      <p role="status" className="min-w-0 text-sm font-semibold [overflow-wrap:anywhere]">
        {answer}
      </p>
    </div>
  )
}
