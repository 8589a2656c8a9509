import type { Locator, Page } from 'playwright-core'
import { untilLayersLeft } from '../until-layers-left.ts'

/** Parts of the frame around every screen, by accessible name. */
export const main = (page: Page) => page.getByRole('main')
export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const link = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('link', typeof name === 'string' ? { name, exact: true } : { name })
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
/** The search box of the top bar. */
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
/** Placeholders of loading content. */
export const loaders = (page: Page) => page.getByRole('status', { name: 'Loading' })

/** The navigation at the left, or what the toggle opens at 500 px or narrower. */
export const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })
export const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Quick', exact: true })
export const activeItem = (bar: Locator) => bar.locator('[aria-current="page"]')

/** The bar on top: its links, or the button of the dropdown they sit in at 500 px or narrower. */
export const topBar = (page: Page) => page.getByRole('banner')
export const topLinks = (page: Page) => topBar(page).getByRole('navigation', { name: 'Top' })
export const footer = (page: Page) => page.getByRole('contentinfo')
/** The dialog that asks a guest to sign in. */
export const signInModal = (page: Page) => page.getByRole('dialog', { name: 'Please Login or Signup' })

/** The player along the bottom: the whole bar, or the mini player. */
export const player = (page: Page) => page.getByRole('region', { name: 'Player' })
export const timeDisplay = (page: Page) => player(page).locator('[data-part="time"]')
/** The panel beside the page, and the same panel as a sheet on small screens. */
export const rightPanel = (page: Page) => page.getByRole('complementary', { name: 'Now playing' })
export const slidingPanel = (page: Page) => page.getByRole('dialog', { name: 'Now playing' })

/** The queue in the now-playing panel, wherever that is. */
export function queue(page: Page) {
  const panel = page.locator('#queue')
  const section = (name: string) => panel.getByRole('region', { name, exact: true })
  const row = (trackTitle: string) => panel.getByRole('row').filter({ hasText: trackTitle })
  return {
    panel,
    open: button(page, 'Open queue'),
    close: button(page, 'Close queue'),
    /** One of its two lists: title (which opens it), shuffle button and rows. */
    list: (name: string) => ({
      title: button(section(name), name),
      shuffle: button(section(name), 'Shuffle'),
      titles: () => section(name).locator('[role="row"] p:first-child bdi').allInnerTexts(),
    }),
    row,
    play: (trackTitle: string) => row(trackTitle).getByRole('button', { name: /^(Play|Pause)$/ }),
    remove: (trackTitle: string) => button(row(trackTitle), 'Remove from Your Tracks'),
  }
}

/** A carousel of Home: its slides and the titles of the visible ones. */
export function carousel(page: Page, name: string) {
  const whole = page.getByRole('region', { name, exact: true })
  return {
    whole,
    previous: button(whole, 'Previous slide'),
    next: button(whole, 'Next slide'),
    /** Number of slides side by side. */
    perView: () =>
      whole.locator('ul').evaluate(list => {
        const slide = list.firstElementChild?.getBoundingClientRect().width ?? 0
        return Number((list.getBoundingClientRect().width / slide).toFixed(2))
      }),
    inSight: () =>
      whole.locator('ul').evaluate(list => {
        const { left, right } = (list.parentElement as Element).getBoundingClientRect()
        return Array.from(list.children)
          .filter(slide => {
            const box = slide.getBoundingClientRect()
            return box.left > left - 2 && box.right < right + 2
          })
          .map(slide => (slide as HTMLElement).innerText.split('\n')[0])
      }),
  }
}

/** The picture of a card. */
export const cardPicture = (card: Locator) => card.locator('> :first-child')

/** The rows of a list of tracks. */
export function trackRow(page: Page, trackTitle: string) {
  const row = main(page).getByRole('row').filter({ hasText: trackTitle })
  return {
    row,
    play: row.getByRole('button', { name: /^(Play|Pause)$/ }),
    like: button(row, 'Add to Liked Songs'),
    more: button(row, 'More options'),
    added: row.locator('time'),
  }
}
export const optionsMenu = (page: Page) => page.getByRole('menu', { name: 'More options' })

/** The button that plays the whole album, on its page. */
export const albumPlay = (page: Page) =>
  main(page)
    .getByRole('button', { name: /^(Play|Pause)$/ })
    .first()

/** Navigates within the pages without a reload. */
export async function goWithin(page: Page, path: string): Promise<void> {
  // What is pushed before the entry of a closed layer is left would be left in its place.
  await untilLayersLeft(page)
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Bounding box in window pixels. */
export function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return element.evaluate(node => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return { x, y, width, height }
  })
}

/** Horizontal overflow of the page in pixels. */
export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Scrolls to the current end of the page. */
export const scrollToEnd = (page: Page) =>
  page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))

/** The colour behind a page's header, and a colour in the same notation. */
export const headerColours = (page: Page, colour: string) =>
  main(page)
    .locator('.page-header-colour')
    .evaluate((shown, wanted) => {
      const probe = document.createElement('i')
      probe.style.color = wanted
      shown.after(probe)
      const notation = getComputedStyle(probe).color
      probe.remove()
      return { shown: getComputedStyle(shown).color, wanted: notation }
    }, colour)

/** Scrolls to a fraction of the page and lets the page handle it. */
export async function scrollToPart(page: Page, part: number): Promise<void> {
  await page.evaluate(async share => {
    window.scrollTo(0, share * document.documentElement.scrollHeight - innerHeight)
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }, part)
}

/** Returns to a page that was out of sight: those of guests ask then what is new, and otherwise once a minute. */
export const comeBack = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
