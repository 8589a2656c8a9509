import { useEffect } from 'react'

let pageTitle: string | undefined
/** Turns the title of a page into the document's. */
let complete = (title: string) => title

function show(): void {
  if (pageTitle !== undefined) document.title = complete(pageTitle)
}

/** Sets the document's title; leaves it while `title` is undefined. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    pageTitle = title
    show()
  }, [title])
}

/** Changes what titles of documents consist of, besides the title of the page. */
export function completeTitles(by: (title: string) => string): void {
  complete = by
  show()
}
