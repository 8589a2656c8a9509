import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** Copies of the opened pages by heading. */
    copies: Map<string, Node>
    /** Shows the listing again. */
    showListing: () => void
  }
}

/** Saves a copy of the open page. */
export function saveCopy(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.copies ??= new Map()
    const heading = document.querySelector('h1')?.textContent ?? ''
    window.copies.set(heading, document.querySelector('main > div')!.cloneNode(true))
  })
}

/** Makes cards show the copy of their page without any code of the pages. */
export function openCopies(page: Page): Promise<void> {
  return page.evaluate(() => {
    // A cloned body has no event listeners.
    document.body.replaceWith(document.body.cloneNode(true))
    const main = document.querySelector('main')!
    const listing = main.firstElementChild!
    main.addEventListener('click', event => {
      event.preventDefault()
      const title = (event.target as Element).closest('a')?.querySelector('.card-title')?.textContent ?? ''
      main.replaceChildren(window.copies.get(title)!.cloneNode(true))
      scrollTo(0, 0)
    })
    window.showListing = () => main.replaceChildren(listing)
  })
}

/** Reduces the page to the card titles, with the pressed one as heading. */
export function openPlainText(page: Page): Promise<void> {
  return page.evaluate(() => {
    const titles = Array.from(document.querySelectorAll('main .card-title'), title => title.cloneNode(true))
    document.body.replaceChildren(document.createElement('h1'), document.createElement('main'))
    const [heading, main] = document.body.children as unknown as [HTMLElement, HTMLElement]
    for (const title of titles) {
      const link = document.createElement('a')
      link.className = 'card'
      link.href = '#'
      link.append(title)
      main.append(link)
    }
    main.addEventListener('click', event => {
      event.preventDefault()
      heading.textContent = (event.target as Element).closest('a')!.textContent
    })
    window.showListing = () => {
      heading.textContent = ''
    }
  })
}
