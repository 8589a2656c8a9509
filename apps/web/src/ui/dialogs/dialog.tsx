import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { useLayer } from '../layers/use-layer.ts'
import { containScroll } from '../scrolling/contain-scroll.ts'
import { onPageScroll } from '../scrolling/on-page-scroll.ts'

interface Props {
  /** An alertdialog stays open until it is answered: a click on the backdrop does not close it. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly title: string
  readonly text?: string
  /** Also closes when the page behind it is scrolled. */
  readonly closesOnScroll?: boolean
  /** The user has answered and the action is running: nothing closes it. */
  readonly answered?: boolean
  readonly onClose: () => void
  /** The buttons, the harmless one first: it gets the focus. */
  readonly children: ReactNode
}

/**
 * A modal dialog, open while it is mounted. Escape, Back and a click on the backdrop close it; the focus returns
 * afterwards.
 */
export function Dialog({ role = 'dialog', title, text, closesOnScroll, answered, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => {
    if (!answered) onClose()
  }
  const handleScroll = useEffectEvent(close)
  useLayer(onClose, { stays: answered })

  // An element that is removed while open would lose the focus instead of returning it.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])

  useLayoutEffect(() => {
    const unmounted = new AbortController()
    if (dialog.current) containScroll(dialog.current, unmounted.signal)
    if (closesOnScroll) onPageScroll(() => handleScroll(), unmounted.signal)
    return () => unmounted.abort()
  }, [closesOnScroll])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      className="m-auto w-104 max-w-[calc(100vw-2rem)] overscroll-contain rounded-panel border border-line bg-overlay shadow-float transition-opacity backdrop:bg-shade starting:opacity-0"
      closedby={answered ? 'none' : undefined}
      onCancel={event => {
        // The parent unmounts it.
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
