import { useEffect } from 'react'

/** Names the document as long as the page stands; nothing while the name is not known yet. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
}
