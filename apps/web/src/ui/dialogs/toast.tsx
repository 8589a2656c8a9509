import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Milliseconds an error is shown. */
export const TOAST_MS = 3000

interface Toast {
  readonly message: string
  /** Makes a repeated message a new alert, so that screen readers announce it again. */
  readonly count: number
}

/** What begins the next try, before its own handler runs. */
const NEXT_TRY = ['submit', 'change'] as const

/** Shows one error message at a time, until a newer one or the next try. */
export function useErrorToast() {
  const [shown, setShown] = useState<Toast | null>(null)
  useEffect(() => {
    if (!shown) return
    const hide = () => setShown(null)
    const timer = setTimeout(hide, TOAST_MS)
    const over = new AbortController()
    for (const type of NEXT_TRY) document.addEventListener(type, hide, { capture: true, signal: over.signal })
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [shown])
  const showError = (message: string) =>
    setShown(previous => ({ message, count: (previous?.count ?? 0) + 1 }))
  return { showError, toast: shown && <ErrorToast key={shown.count} message={shown.message} /> }
}

/** An error message over the page, announced at once. */
export function ErrorToast({ message }: Pick<Toast, 'message'>) {
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
