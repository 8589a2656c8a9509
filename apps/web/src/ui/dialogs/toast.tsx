import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Milliseconds an error is shown. */
export const TOAST_MS = 3000

interface Toast {
  readonly message: string
  /** Makes a repeated message a new alert, so that screen readers announce it again. */
  readonly count: number
}

/** Shows one error message at a time; a newer one replaces it. */
export function useErrorToast() {
  const [shown, setShown] = useState<Toast | null>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), TOAST_MS)
    return () => clearTimeout(timer)
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
