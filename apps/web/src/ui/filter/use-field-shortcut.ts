import { type RefObject, useEffect } from 'react'
import { listenToFilterKey } from './filter-shortcut.ts'

/** Lets Ctrl+F (Cmd+F) focus the search field of a list that the server searches. Field and list are in one `section`. */
export function useFieldShortcut(field: RefObject<HTMLInputElement | null>): void {
  useEffect(
    () =>
      listenToFilterKey({
        element: () => field.current?.closest('section'),
        field: () => field.current,
        open() {
          field.current?.focus()
          field.current?.select()
        },
      }),
    [field],
  )
}
