import { listingsTexts } from '@refrain/messages/en/catalogue/listings'
import { ArrowDownUp, List, ListFilter, Shuffle } from 'lucide-react'
import { useId, useState } from 'react'
import { useIsGuest } from '../../account/session.ts'
import { ChoiceSelect } from './choice-select.tsx'
import { LetterRail } from './letter-rail.tsx'
import { countFilters, type ListingChoice, type ListingKind, SORTS } from './listing-choice.ts'
import { ListingFilters } from './listing-filters.tsx'
import './listing-controls.css'
import { setCompact, useCompact } from './use-compact.ts'

interface Props {
  readonly kind: ListingKind
  readonly choice: ListingChoice
  readonly onChoose: (choice: ListingChoice) => void
}

/** Sorts and filters a listing, jumps to a letter, and chooses between cards and rows. */
export function ListingControls({ kind, choice, onChoose }: Props) {
  const isGuest = useIsGuest()
  const [isOpen, setOpen] = useState(false)
  const filters = useId()
  const count = countFilters(choice)
  const sorts = SORTS[kind].filter(sort => !isGuest || sort !== 'lastPlayed')
  const sortBy = (sort: ListingChoice['sort']) => {
    const { reversed: _, from: __, seed: ___, ...others } = choice
    onChoose({ ...others, sort, ...(sort === 'random' && { seed: randomSeed() }) })
  }
  return (
    <>
      <div className="choices choices-line mb-3">
        <ChoiceSelect
          label={listingsTexts.sortBy}
          value={choice.sort}
          options={sorts.map(sort => [sort, listingsTexts[sort]] as const)}
          onChange={value => sortBy(sorts.find(sort => sort === value) ?? choice.sort)}
        />
        <OrderButton choice={choice} onChoose={onChoose} />
        {(kind !== 'artists' || !isGuest) && (
          <button
            type="button"
            className="choice choice-toggle"
            data-chosen={count > 0 || undefined}
            aria-expanded={isOpen}
            aria-controls={filters}
            onClick={() => setOpen(!isOpen)}
          >
            <ListFilter aria-hidden className="size-4" />
            {count > 0 ? listingsTexts.filtersOn({ count: String(count) }) : listingsTexts.filters}
          </button>
        )}
        {kind !== 'songs' && <LayoutButton />}
      </div>
      <div id={filters} hidden={!isOpen}>
        {isOpen && <ListingFilters kind={kind} choice={choice} onChoose={onChoose} />}
      </div>
      {choice.sort === 'name' && !choice.reversed && (
        <LetterRail
          from={choice.from}
          onChoose={letter => {
            const { from: _, ...others } = choice
            onChoose({ ...others, ...(letter !== undefined && { from: letter }) })
          }}
        />
      )}
    </>
  )
}

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

/** Reverses the order; a random one is drawn again. */
function OrderButton({ choice, onChoose }: Pick<Props, 'choice' | 'onChoose'>) {
  if (choice.sort === 'random')
    return (
      <button
        type="button"
        className="icon-button choice-icon"
        aria-label={listingsTexts.shuffleAgain}
        onClick={() => onChoose({ ...choice, seed: randomSeed() })}
      >
        <Shuffle aria-hidden className="size-5" />
      </button>
    )
  const { reversed, from: _, ...others } = choice
  return (
    <button
      type="button"
      className="icon-button choice-icon"
      aria-label={listingsTexts.reverse}
      aria-pressed={reversed === true}
      onClick={() => onChoose({ ...others, ...(!reversed && { reversed: true }) })}
    >
      <ArrowDownUp aria-hidden className="size-5" />
    </button>
  )
}

function LayoutButton() {
  const isCompact = useCompact()
  return (
    <button
      type="button"
      className="icon-button choice-icon ml-auto"
      aria-label={listingsTexts.layout}
      aria-pressed={isCompact}
      onClick={() => setCompact(!isCompact)}
    >
      <List aria-hidden className="size-5" />
    </button>
  )
}
