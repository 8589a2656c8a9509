import type { Person } from '@refrain/contract/administration/people'
import { administrationTexts } from '@refrain/messages/en/administration'
import { useRef } from 'react'
import { useMemberId } from '../../account/session.ts'
import { Grid } from '../../ui/grid/grid-parts.tsx'
import { useGrid } from '../../ui/grid/use-grid.ts'
import type { OpenMenu } from '../../ui/menus/use-options-menu.tsx'
import { PersonRow } from './person-row.tsx'

interface Props {
  readonly people: readonly Person[]
  /** Number of people when all are loaded. */
  readonly total: number | undefined
  /** Whose menu is open. */
  readonly opened: Person | null
  readonly onMenu: OpenMenu<Person>
}

const keyOf = ({ id }: Person) => id
const nameOf = ({ name }: Person) => name

/** The accounts that were found. */
export function PeopleRows({ people, total, opened, onMenu }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const ownId = useMemberId()
  const { props } = useGrid(list, { rows: people, keyOf, titleOf: nameOf, total })
  return (
    <Grid
      {...props}
      ref={list}
      aria-label={administrationTexts.people}
      className="mt-3 grid grid-cols-[minmax(0,1fr)]"
    >
      {people.map((person, index) => (
        <PersonRow
          key={person.id}
          index={index}
          person={person}
          isOwn={person.id === ownId}
          isOpen={opened?.id === person.id}
          onMenu={onMenu}
        />
      ))}
    </Grid>
  )
}
