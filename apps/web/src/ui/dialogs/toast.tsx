import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Milliseconds an error is shown (NOT-09, CON-17). */
export const TOAST_MS = 3000

interface Said {
  readonly message: string
  /** Which it is since none was shown: the same said again is a new alert, or nobody would hear it. */
  readonly count: number
}

/** An error that is said for 3 seconds, then cleared; a newer one takes its place and its own time. */
export function useErrorToast() {
  const [said, setSaid] = useState<Said | null>(null)
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), TOAST_MS)
    return () => clearTimeout(timer)
  }, [said])
  const say = (message: string) => setSaid(before => ({ message, count: (before?.count ?? 0) + 1 }))
  return { say, toast: said && <ErrorToast key={said.count} message={said.message} /> }
}

function ErrorToast({ message }: Pick<Said, 'message'>) {
  return (
    <div
      role="alert"
      className="toast fixed right-[calc(var(--frame-right)+1rem)] left-[calc(var(--frame-left)+1rem)] top-[calc(var(--top-bar)+0.75rem)] z-50 mx-auto flex w-fit max-w-md items-center gap-3 rounded-panel border border-line bg-overlay px-4 py-3 text-sm font-medium shadow-float"
    >
      <CircleAlert aria-hidden className="size-5 flex-none text-wrong" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
    </div>
  )
}
