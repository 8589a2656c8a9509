import { FORMATS } from '@refrain/contract/catalogue/listings/choices'
import { listingsTexts } from '@refrain/messages/en/catalogue/listings'
import { useQuery } from '@tanstack/react-query'
import { useIsGuest } from '../../account/session.ts'
import { genresQuery } from '../genres/genre-queries.ts'
import { ChoiceSelect } from './choice-select.tsx'
import { FORMAT_NAMES } from './format-names.ts'
import { countFilters, type ListingChoice, type ListingKind, withoutFilters } from './listing-choice.ts'

interface Props {
  readonly kind: ListingKind
  readonly choice: ListingChoice
  readonly onChoose: (choice: ListingChoice) => void
}

const FIRST_DECADE = 1920
/** In place of a format: all that keep every sample. */
const LOSSLESS = 'lossless'

/** The filters of a listing; those of the listener's own only for members. */
export function ListingFilters({ kind, choice, onChoose }: Props) {
  const isGuest = useIsGuest()
  // Names begin elsewhere among other rows.
  const { from: _, ...others } = choice
  const choose = (change: Change) => onChoose(withoutUndefined({ ...others, ...change }))
  return (
    <fieldset aria-label={listingsTexts.filters} className="choices mb-4 min-w-0">
      {kind !== 'artists' && <MusicFilters choice={choice} choose={choose} />}
      {!isGuest && (
        <>
          <ChoiceSelect
            label={listingsTexts.rating}
            value={String(choice.rating ?? '')}
            options={[
              ['', listingsTexts.anyRating],
              ...[1, 2, 3, 4, 5].map(
                rating => [String(rating), listingsTexts.ratedFrom({ rating })] as const,
              ),
            ]}
            onChange={value => choose({ rating: value === '' ? undefined : Number(value) })}
          />
          <FilterToggle
            text={likedText(kind)}
            isOn={choice.liked === true}
            onChange={isOn => choose({ liked: isOn || undefined })}
          />
          <FilterToggle
            text={listingsTexts.unplayed}
            isOn={choice.unplayed === true}
            onChange={isOn => choose({ unplayed: isOn || undefined })}
          />
        </>
      )}
      {/* Stays where there is nothing to clear: who has pressed it keeps the focus. */}
      <button
        type="button"
        aria-disabled={countFilters(choice) === 0 || undefined}
        className="choice-clear"
        onClick={() => {
          if (countFilters(choice) > 0) onChoose(withoutFilters(others))
        }}
      >
        {listingsTexts.clear}
      </button>
    </fieldset>
  )
}

/** Filters to set, or to remove where undefined. */
type Change = { readonly [Name in Exclude<keyof ListingChoice, 'sort'>]?: ListingChoice[Name] | undefined }

function withoutUndefined(choice: Change & Pick<ListingChoice, 'sort'>): ListingChoice {
  return Object.fromEntries(
    Object.entries(choice).filter(([, value]) => value !== undefined),
  ) as unknown as ListingChoice
}

/** Genre, decade and format. */
function MusicFilters({
  choice,
  choose,
}: {
  readonly choice: ListingChoice
  readonly choose: (change: Change) => void
}) {
  const { data: genres = [] } = useQuery({ ...genresQuery, throwOnError: false })
  const byName = genres.toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      <ChoiceSelect
        label={listingsTexts.genre}
        value={choice.genreId ?? ''}
        options={[['', listingsTexts.allGenres], ...byName.map(({ id, name }) => [id, name] as const)]}
        onChange={value => choose({ genreId: value || undefined })}
      />
      <ChoiceSelect
        label={listingsTexts.decade}
        value={String(choice.decade ?? '')}
        options={[
          ['', listingsTexts.allDecades],
          ...decades(choice.decade).map(
            year => [String(year), listingsTexts.decadeOf({ year: String(year) })] as const,
          ),
        ]}
        onChange={value => choose({ decade: value === '' ? undefined : Number(value) })}
      />
      <ChoiceSelect
        label={listingsTexts.format}
        value={choice.lossless ? LOSSLESS : (choice.format ?? '')}
        options={[
          ['', listingsTexts.allFormats],
          [LOSSLESS, listingsTexts.lossless],
          ...FORMATS.map(format => [format, FORMAT_NAMES[format]] as const),
        ]}
        onChange={value =>
          choose({
            format: FORMATS.find(format => format === value),
            lossless: value === LOSSLESS || undefined,
          })
        }
      />
    </>
  )
}

/** From the latest to the first that is offered, and the chosen one. */
function decades(chosen = FIRST_DECADE): number[] {
  const latest = Math.floor(new Date().getFullYear() / 10) * 10
  const offered = Array.from({ length: (latest - FIRST_DECADE) / 10 + 1 }, (_, n) => latest - n * 10)
  return offered.includes(chosen) ? offered : [...offered, chosen].toSorted((a, b) => b - a)
}

function likedText(kind: ListingKind): string {
  if (kind === 'songs') return listingsTexts.liked
  return kind === 'albums' ? listingsTexts.kept : listingsTexts.followed
}

/** On, it has a check mark beside the accent colour. */
function FilterToggle({
  text,
  isOn,
  onChange,
}: {
  readonly text: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <label className="choice choice-toggle" data-chosen={isOn || undefined}>
      <input type="checkbox" checked={isOn} onChange={event => onChange(event.currentTarget.checked)} />
      {text}
    </label>
  )
}
