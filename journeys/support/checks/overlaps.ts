import type { Page } from 'playwright-core'

/** Overlaps of content and bars in a page scrolled to its end. */
export function overlaps(page: Page): Promise<{ below: number; beside: number; covered: number }> {
  return page.evaluate(() => {
    const contents = Array.from(document.querySelectorAll('main > div, footer'))
    const bars = Array.from(
      document.querySelectorAll('section[aria-label="Player"], nav[aria-label="Quick"]'),
    )
    const boxes = bars.map(bar => bar.getBoundingClientRect())
    const parts = contents.flatMap(content =>
      Array.from(content.querySelectorAll('a, button, p, h1, h2, img, time')),
    )
    const lowest = Math.max(...parts.map(part => part.getBoundingClientRect().bottom))
    const panel = document.querySelector('aside')?.getBoundingClientRect().left ?? innerWidth
    const reached = (bar: Element, x: number, y: number) => bar.contains(document.elementFromPoint(x, y))
    return {
      /** Pixels of the last content under the player or the bar of icons. */
      below: Math.max(0, Math.round(lowest - Math.min(...boxes.map(box => box.top)))),
      /** Pixels of the page under the panel. */
      beside: Math.max(
        ...contents.map(content => Math.max(0, Math.round(content.getBoundingClientRect().right - panel))),
      ),
      /** Bars covered at an end or in the middle. */
      covered: bars.filter((bar, i) => {
        const { left, right, top, bottom } = boxes[i] as DOMRect
        return ![left + 3, (left + right) / 2, right - 3].every(x => reached(bar, x, (top + bottom) / 2))
      }).length,
    }
  })
}
