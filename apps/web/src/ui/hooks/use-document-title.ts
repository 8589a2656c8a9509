import { useEffect } from 'react'

/** Sets the document's title; leaves it while `title` is undefined. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
}
