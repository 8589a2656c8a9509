import type { Page } from 'playwright-core'
import { sideways } from '../pages/pages.ts'
import { until } from '../until.ts'

/** Font size of a browser at 200 %, in pixels. */
const LARGE = 32
const DEFAULT = 16

/**
 * Waits until nothing of a screen is cut or scrolls sideways at twice the usual font size: that of the browser's settings, which
 * media queries follow too.
 */
export async function untilLargeTextFits(
  page: Page,
  screen: string,
  widths = [360, 768, 1280],
): Promise<void> {
  const before = page.viewportSize()
  const session = await page.context().newCDPSession(page)
  const setSize = (standard: number) =>
    session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
  await setSize(LARGE)
  try {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await until(() => cutAtEdges(page), `${screen} at 200 %, cut at ${width} px`).toEqual([])
      await until(() => tooWide(page), `${screen} at 200 %, sideways at ${width} px`).toEqual([])
    }
  } finally {
    await setSize(DEFAULT)
    await session.detach()
  }
  if (before) await page.setViewportSize(before)
}

/** Texts and icons in bars, navigation, rows and cards that reach over the edge of what contains them. */
function cutAtEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** For rounded positions, in pixels. */
    const tolerance = 1.5
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1
    /** Whether it ends in dots, or can be scrolled. */
    const canBeOut = (element: Element, around: Element): boolean => {
      const parent = element.parentElement
      if (!parent || element === around) return false
      const { textOverflow, overflowX } = getComputedStyle(parent)
      return textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX) || canBeOut(parent, around)
    }
    return [...document.querySelectorAll('header, nav, section[data-player], [role="row"], main li')]
      .filter(isShown)
      .flatMap(around => {
        const box = around.getBoundingClientRect()
        return [
          ...around.querySelectorAll(
            'svg:not(.page-header-colour, .genre-motif, .track-handle *), img, p, time, a, button',
          ),
        ].flatMap(element => {
          // The handles of rows are beside them. Icons count, not the larger areas around them that can be pressed. Links of the closed navigation are as wide as the open one.
          const isArea =
            element.matches('a, button') &&
            (element.textContent === '' || element.matches('nav[aria-label="Main"] a'))
          if (isArea || !isShown(element) || canBeOut(element, around)) return []
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const isOut =
            left < box.left - tolerance ||
            right > box.right + tolerance ||
            top < box.top - tolerance ||
            bottom > box.bottom + tolerance
          return isOut ? [`${around.localName} ${element.localName} ${element.textContent}`] : []
        })
      })
  })
}

/** What makes the page scroll sideways. */
async function tooWide(page: Page): Promise<string[]> {
  if ((await sideways(page)) === 0) return []
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(element => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
      .map(
        ({ localName, className, textContent }) => `${localName} ${className} ${textContent.slice(0, 40)}`,
      ),
  )
}
