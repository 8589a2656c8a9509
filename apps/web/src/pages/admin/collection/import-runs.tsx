import type { ImportRun } from '@refrain/contract/administration/collection'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { formatInstant } from '@refrain/messages/language'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { formatLength } from '../../../administration/format-length.ts'
import { Section } from '../../account/section.tsx'

const ICONS = {
  running: { Icon: LoaderCircle, colour: 'text-quiet' },
  done: { Icon: CircleCheck, colour: 'text-quiet' },
  failed: { Icon: CircleAlert, colour: 'text-accent' },
  interrupted: { Icon: CircleAlert, colour: 'text-accent' },
} as const

/** The last imports, however they were started. */
export function ImportRuns({ runs }: { readonly runs: readonly ImportRun[] }) {
  return (
    <Section title={collectionTexts.imports}>
      {runs.length === 0 && <p className="text-quiet">{collectionTexts.noImports}</p>}
      <ol className="grid grid-cols-[minmax(0,1fr)]">
        {runs.map(run => (
          <Run key={run.id} run={run} />
        ))}
      </ol>
    </Section>
  )
}

function Run({ run }: { readonly run: ImportRun }) {
  const { Icon, colour } = ICONS[run.result]
  return (
    <li className="flex items-start gap-3 border-t border-line py-3 first:border-0 first:pt-0">
      <Icon aria-hidden className={`mt-0.5 size-5 flex-none ${colour}`} />
      <div className="min-w-0">
        <p className="font-semibold">
          {collectionTexts[run.result]}
          {run.result === 'done' && `: ${describeCounts(run)}`}
        </p>
        {run.result !== 'done' && run.result !== 'running' && (
          <p className="text-sm [overflow-wrap:anywhere]">{describeProblem(run)}</p>
        )}
        <p className="tabular text-sm text-quiet">
          <time dateTime={run.startedAt}>{formatInstant(Date.parse(run.startedAt))}</time>
          {run.endedAt !== null && ` · ${describeLength(run.startedAt, run.endedAt)}`}
        </p>
      </div>
    </li>
  )
}

function describeProblem({ result, problem }: ImportRun): string {
  return result === 'interrupted' ? collectionTexts.interruptedText : problem || collectionTexts.failedText
}

function describeLength(startedAt: string, endedAt: string): string {
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000
  return collectionTexts.took({ time: formatLength(seconds) })
}

function describeCounts({ added, changed, moved, forgotten, unavailable, skipped }: ImportRun): string {
  const counts = [
    [added, collectionTexts.added],
    [changed, collectionTexts.changed],
    [moved, collectionTexts.moved],
    [forgotten, collectionTexts.forgotten],
    [unavailable, collectionTexts.missing],
    [skipped, collectionTexts.skipped],
  ] as const
  const texts = counts.filter(([count]) => count > 0).map(([count, text]) => text({ count }))
  return texts.length > 0 ? texts.join(', ') : collectionTexts.unchanged
}
