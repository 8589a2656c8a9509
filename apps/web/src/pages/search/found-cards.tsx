import { type ReactElement, useRef } from 'react'
import { useElementBox } from '../../ui/hooks/use-element-box.ts'
import { CardGrid } from '../components/card-grid.tsx'
import { SectionHeading } from '../components/section-heading.tsx'
import { ShowAllButton } from '../components/show-all-button.tsx'
import { useShownAll } from '../components/use-shown-all.ts'

/** Rows of cards shown until the listener asks for all. */
const ROWS = 2
/** Of card-grid.tsx, in pixels: the narrowest card, and how much wider than the section the grid is. */
const CARD_WIDTH = 160
const OVERHANG = 24

interface Props {
  readonly id: string
  readonly title: string
  /** One `<li>` each. */
  readonly cards: readonly ReactElement[]
  /** Whether there may be more than these. */
  readonly cut: boolean
}

/** A group of search results as cards. */
export function FoundCards({ id: name, title, cards, cut }: Props) {
  const section = useRef<HTMLElement>(null)
  const { width } = useElementBox(section, 'found')
  const [isExpanded, showAll] = useShownAll(name)
  const atFirst = ROWS * Math.max(2, Math.floor((width + OVERHANG) / CARD_WIDTH))
  const all = isExpanded || cards.length <= atFirst
  const id = `found-${name}`
  return (
    <section ref={section} aria-labelledby={id}>
      <SectionHeading id={id} className="mb-1">
        {title}
      </SectionHeading>
      <CardGrid>{all ? cards : cards.slice(0, atFirst)}</CardGrid>
      {!all && <ShowAllButton of={id} cut={cut} onPress={showAll} next={`li:nth-child(${atFirst + 1}) a`} />}
    </section>
  )
}
