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
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await until(() => cutAtEdges(page), `${screen} at 200 %, cut at ${width} px`).toEqual([])
    await until(() => sideways(page), `${screen} at 200 %, sideways at ${width} px`).toBe(0)
  }
  await setSize(DEFAULT)
  await session.detach()
  if (before) await page.setViewportSize(before)
}

/** Texts and icons in bars, navigation and rows that reach over the edge of what contains them. */
function cutAtEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** For rounded positions. */
    const tolerance = 1.5
    const isHidden = (element: Element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.getBoundingClientRect().width <= 1
    const isShortened = (element: Element): boolean =>
      getComputedStyle(element.parentElement ?? element).textOverflow === 'ellipsis'
    return [...document.querySelectorAll('header, nav, section[data-player], [role="row"]')]
      .filter(around => !isHidden(around))
      .flatMap(around => {
        const box = around.getBoundingClientRect()
        return [...around.querySelectorAll('svg, img, p, time, a, button')].flatMap(element => {
          // The links of the closed navigation reach as far as its open ones; long texts end in dots.
          if (element.matches('nav[aria-label="Main"] a') || isHidden(element) || isShortened(element))
            return []
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const isOut =
            left < box.left - tolerance ||
            right > box.right + tolerance ||
            top < box.top - tolerance ||
            bottom > box.bottom + tolerance
          const name = element.getAttribute('aria-label') ?? element.textContent
          return isOut ? [`${around.localName} ${element.localName} ${name}`] : []
        })
      })
  })
}
