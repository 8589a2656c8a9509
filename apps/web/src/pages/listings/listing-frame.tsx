import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { listingsTexts } from '@refrain/messages/en/catalogue/listings'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import {
  countFilters,
  type ListingChoice,
  type ListingKind,
} from '../../catalogue/listings/listing-choice.ts'
import { ListingControls } from '../../catalogue/listings/listing-controls.tsx'
import { paths } from '../../paths.ts'
import { EmptyCatalogue } from '../components/empty-catalogue.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { PageBody } from '../components/page-body.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import '../../ui/styles/tabs.css'

interface Props {
  readonly kind: ListingKind
  readonly choice: ListingChoice
  readonly onChoose: (choice: ListingChoice) => void
  readonly children: ReactNode
}

/** A listing's heading, links to the others, and its controls. */
export function ListingFrame({ kind, choice, onChoose, children }: Props) {
  const links = {
    artists: [paths.artists(), catalogueTexts.artists],
    albums: [paths.albums(), catalogueTexts.albums],
    songs: [paths.songs(), listingsTexts.songs],
  } as const
  return (
    <PageBody className="py-6">
      <PageHeading>{links[kind][1]}</PageHeading>
      <nav aria-label={listingsTexts.listings} className="tabs mb-4">
        {Object.values(links).map(([to, label]) => (
          <NavLink key={to} to={to} end className="tab">
            {label}
          </NavLink>
        ))}
      </nav>
      <ListingControls kind={kind} choice={choice} onChoose={onChoose} />
      {children}
    </PageBody>
  )
}

/** Shown if a listing has no rows, and says why: its filters, the letter that it begins at, or what nobody has played. */
export function EmptyListing({ choice }: { readonly choice: ListingChoice }) {
  const { sort, from } = choice
  if (countFilters(choice) > 0) return <Said title={listingsTexts.nothing} text={listingsTexts.nothingText} />
  if (from !== undefined)
    return (
      <Said
        title={listingsTexts.nothingFrom({ letter: from.toUpperCase() })}
        text={listingsTexts.nothingFromText}
      />
    )
  if (sort === 'lastPlayed')
    return <Said title={listingsTexts.nothingPlayed} text={listingsTexts.nothingPlayedText} />
  return <EmptyCatalogue />
}

/** Also to who does not see that the rows are gone. */
function Said(state: { readonly title: string; readonly text: string }) {
  return (
    <div role="status">
      <EmptyState {...state} />
    </div>
  )
}
