import type { LogEntry } from '@refrain/contract/administration/log'
import { textLimits } from '@refrain/contract/limits'
import { administrationTexts } from '@refrain/messages/en/administration'
import { serviceLogTexts } from '@refrain/messages/en/administration/service-log'
import { formatInstant } from '@refrain/messages/language'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useToken } from '../../account/session.ts'
import { logQuery } from '../../administration/service-log-query.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Section } from '../account/section.tsx'
import '../../ui/forms/form-field.css'

/** Warnings and errors of the service, with a filter. */
export function ServiceLog() {
  const [params, setParams] = useSearchParams()
  const onlyErrors = params.get('level') === 'error'
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    logQuery(useToken(), { onlyErrors, query }),
  )
  if (!data && error) throw error
  const entries = data?.pages.flatMap(page => page.entries)
  const isFiltered = onlyErrors || query !== ''
  return (
    <Section title={serviceLogTexts.title} text={serviceLogTexts.text}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          type="search"
          aria-label={serviceLogTexts.find}
          placeholder={serviceLogTexts.find}
          value={typed}
          maxLength={textLimits.searchQuery.max}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
          className="field min-w-0 flex-1 basis-60"
        />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={onlyErrors}
            onChange={({ target }) => setParams(target.checked ? { level: 'error' } : {}, { replace: true })}
            className="size-5 accent-(--accent)"
          />
          {serviceLogTexts.onlyErrors}
        </label>
      </div>
      {entries === undefined && <Spinner className="size-6" />}
      <p role="status" className="text-quiet">
        {entries?.length === 0 && (isFiltered ? serviceLogTexts.nothingFound : serviceLogTexts.nothing)}
      </p>
      <ol className="grid grid-cols-[minmax(0,1fr)]">
        {entries?.map(entry => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
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
    </Section>
  )
}

function Entry({ entry: { at, level, message, requestId, process } }: { readonly entry: LogEntry }) {
  return (
    <li className="border-t border-line py-2">
      <p className="[overflow-wrap:anywhere]">
        <strong className={level === 'error' ? 'text-accent' : 'text-quiet'}>
          {level === 'error' ? serviceLogTexts.error : serviceLogTexts.warning}
        </strong>{' '}
        {message}
      </p>
      <p className="tabular flex flex-wrap gap-x-3 text-sm text-quiet">
        <time dateTime={at}>{formatInstant(Date.parse(at))}</time>
        <span className="[overflow-wrap:anywhere]">{process}</span>
        {requestId && <span>{serviceLogTexts.request({ id: requestId })}</span>}
      </p>
    </li>
  )
}
