import type { Person } from '@refrain/contract/administration/people'
import { textLimits } from '@refrain/contract/limits'
import { administrationTexts } from '@refrain/messages/en/administration'
import { titles } from '@refrain/messages/en/titles'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { useToken } from '../../account/session.ts'
import { peopleQuery } from '../../administration/administration-queries.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { useFieldShortcut } from '../../ui/filter/use-field-shortcut.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { useOptionsMenu } from '../../ui/menus/use-options-menu.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { ConfirmPersonDialog, type GraveAction } from './confirm-person-dialog.tsx'
import { Invitations } from './invitations.tsx'
import { PeopleRows } from './people-rows.tsx'
import { usePersonEntries } from './person-menu.ts'
import { ResetLinkDialog } from './reset-link-dialog.tsx'

/** Accounts, and what can be done with them; invitations. */
export function Component() {
  useDocumentTitle(titles.people)
  const { showError, toast } = useErrorToast()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <AdminFrame>
      <Invitations />
      <People onAsk={(action, person) => setAsked({ action, person })} onFailure={showError} />
      {asked?.action === 'resetLink' && (
        <ResetLinkDialog person={asked.person} onClose={close} onFailure={showError} />
      )}
      {asked && asked.action !== 'resetLink' && (
        <ConfirmPersonDialog
          action={asked.action}
          person={asked.person}
          onClose={close}
          onFailure={showError}
        />
      )}
      {toast}
    </AdminFrame>
  )
}

interface Asked {
  readonly action: GraveAction | 'resetLink'
  readonly person: Person
}

interface Props {
  readonly onAsk: (action: Asked['action'], person: Person) => void
  readonly onFailure: (message: string) => void
}

function People({ onAsk, onFailure }: Props) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useFieldShortcut(field)
  const query = useDeferredValue(typed.trim())
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    peopleQuery(useToken(), query),
  )
  if (!data && error) throw error
  const { opened, open, menu } = useOptionsMenu(usePersonEntries(onAsk, onFailure), ({ name, email }) => ({
    title: name,
    detail: email,
  }))
  const people = data?.pages.flatMap(page => page.people)
  const total = data?.pages[0]?.total
  return (
    <section aria-label={administrationTexts.people} className="rounded-panel bg-raised p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="relative min-w-0 grow basis-60">
          <Search
            aria-hidden
            className="pointer-events-none absolute inset-y-0 left-4 my-auto size-4 text-quiet"
          />
          <input
            ref={field}
            type="search"
            aria-label={administrationTexts.findPeople}
            placeholder={administrationTexts.findPeople}
            value={typed}
            maxLength={textLimits.searchQuery.max}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
            className="field pl-11"
          />
        </div>
        <p role="status" className="tabular text-sm text-quiet">
          {total !== undefined && administrationTexts.peopleCount({ count: total })}
        </p>
      </div>
      {people === undefined && <Spinner className="mx-auto my-8 size-6" />}
      {people?.length === 0 && (
        <p className="py-8 text-center text-quiet">{administrationTexts.nobodyFound}</p>
      )}
      {people && people.length > 0 && (
        <PeopleRows people={people} total={total} opened={opened} onMenu={open} />
      )}
      {hasNextPage && (
        <button
          type="button"
          className="button mt-3"
          aria-disabled={isFetching || undefined}
          onClick={() => void fetchNextPage()}
        >
          {administrationTexts.showMore}
        </button>
      )}
      {menu}
    </section>
  )
}
