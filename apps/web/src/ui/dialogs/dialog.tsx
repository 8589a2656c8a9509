import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { containScroll } from '../scrolling/contain-scroll.ts'
import { onPageScroll } from '../scrolling/on-page-scroll.ts'

interface Props {
  /** An alertdialog interrupts with something grave: it stays until it is answered. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly title: string
  readonly text?: string
  /** Also where the page behind it is scrolled. */
  readonly closesOnScroll?: boolean
  /** It has been answered and waits for what comes of that: nothing closes it. */
  readonly answered?: boolean
  readonly onClose: () => void
  /** The buttons, the one that does nothing first: it has the focus. */
  readonly children: ReactNode
}

/**
 * A question over the page: the focus stays inside and returns to where it was, Escape and a click beside
 * it close it (PROP-61). It is open as long as it is drawn.
 */
export function Dialog({ role = 'dialog', title, text, closesOnScroll, answered, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => {
    if (!answered) onClose()
  }
  const scrolled = useEffectEvent(close)

  // Closed before it is taken away, or the focus would be lost.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])

  useLayoutEffect(() => {
    const leaving = new AbortController()
    if (dialog.current) containScroll(dialog.current, leaving.signal)
    if (closesOnScroll) onPageScroll(() => scrolled(), leaving.signal)
    return () => leaving.abort()
  }, [closesOnScroll])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, and the browser listens to it
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      className="m-auto w-104 max-w-[calc(100vw-2rem)] overscroll-contain rounded-panel border border-line bg-overlay shadow-float transition-opacity backdrop:bg-shade starting:opacity-0"
      closedby={answered ? 'none' : undefined}
      onCancel={event => {
        // It goes when it is no longer drawn, not by itself.
        event.preventDefault()
        close()
      }}
      onClick={event => {
        if (role === 'dialog' && event.target === event.currentTarget) close()
      }}
    >
      <div className="p-6">
        <h2 id={`${id}-title`} className="text-lg font-bold">
          {title}
        </h2>
        {text && (
          <p id={`${id}-text`} className="mt-2 text-quiet">
            {text}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>
      </div>
    </dialog>
  )
}
