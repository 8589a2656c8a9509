import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSwipeDown } from '../hooks/use-swipe-down.ts'
import { useLayer } from '../layers/use-layer.ts'
import { containScroll } from '../scrolling/contain-scroll.ts'
import { moveInMenu } from './menu-keys.ts'
import type { MenuProps, MenuSubject } from './menu-props.ts'
import type { SheetParts } from './sheet-action.tsx'
import { SheetItem } from './sheet-item.tsx'
import './menu-sheet.css'

interface Props extends Omit<MenuProps, 'width'> {
  readonly label: string
}

/**
 * An options menu of phones, as a sheet from below. A sub-menu is a second page of it, which Back and Escape leave first. A swipe
 * down and a tap beside it close it.
 */
export function MenuSheet({ label, subject, anchor: { opener }, entries, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [pages, setPages] = useState<HTMLElement | null>(null)
  const [page, setPage] = useState<string | null>(null)
  const leavePage = useCallback(() => setPage(null), [])
  useLayer(onClose)
  useLayer(leavePage, { open: page !== null })
  useSwipeDown(dialog, onClose)
  useModal(dialog)
  const sheet: SheetParts = {
    pages,
    page,
    onPage: setPage,
    onClose,
    release() {
      // An entry may open a dialog, which returns the focus to what has it now.
      dialog.current?.close()
      if (document.activeElement === document.body) opener.focus({ preventScroll: true })
    },
  }
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape
    <dialog
      ref={dialog}
      aria-label={subject?.title ?? label}
      className="menu-sheet"
      // The browser need not ask before it closes the dialog.
      onClose={onClose}
      onCancel={event => {
        event.preventDefault()
        if (page === null) onClose()
        else leavePage()
      }}
      onClick={event => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div hidden={page !== null} className="menu-sheet-page">
        <Head {...(subject ?? { title: label })} />
        <div role="menu" aria-label={label} className="menu-sheet-list" onKeyDown={moveInMenu}>
          {entries.map(entry => (
            <SheetItem key={entry.label} entry={entry} sheet={sheet} />
          ))}
        </div>
      </div>
      <div ref={setPages} className="contents" />
    </dialog>,
    document.body,
  )
}

function Head({ title, detail, picture }: MenuSubject) {
  return (
    <div className="menu-sheet-head">
      {picture && <div className="w-14 flex-none overflow-hidden rounded-cover">{picture}</div>}
      <div className="min-w-0">
        <p className="font-bold">
          <bdi>{title}</bdi>
        </p>
        {detail && (
          <p className="text-sm text-quiet">
            <bdi>{detail}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}

/** Opens a dialog while it is mounted, and keeps the page behind it from scrolling. */
function useModal(dialog: { readonly current: HTMLDialogElement | null }): void {
  // An element that is removed while open would lose the focus instead of returning it.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [dialog])
  useEffect(() => {
    const unmounted = new AbortController()
    if (dialog.current) containScroll(dialog.current, unmounted.signal)
    return () => unmounted.abort()
  }, [dialog])
}
