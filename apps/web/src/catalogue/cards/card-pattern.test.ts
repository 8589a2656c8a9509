import { expect, it } from 'vitest'
import { cardPattern } from './card-pattern.ts'

function drawnIn({ backgroundImage }: { readonly backgroundImage?: string | undefined }): Element {
  const svg = decodeURIComponent(
    /^url\("data:image\/svg\+xml,(.*)"\)$/.exec(backgroundImage ?? '')?.[1] ?? '',
  )
  return new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
}

it('draws a square or round picture and two lines (CARD-01, CARD-05, CARD-09)', () => {
  const pattern = cardPattern(184, 240, false, 16)
  expect(pattern.backgroundSize).toBe('184px 240px')
  const [picture, ...lines] = drawnIn(pattern).querySelectorAll('rect')
  expect(picture?.getAttribute('width')).toBe('160')
  expect(picture?.getAttribute('height')).toBe('160')
  expect(picture?.getAttribute('rx')).toBe('8')
  expect(lines.map(line => line.getAttribute('width'))).toEqual(['120', '80'])
  expect(
    drawnIn(cardPattern(184, 240, true, 16))
      .querySelector('rect')
      ?.getAttribute('rx'),
  ).toBe('80')
})
