import type { Attention } from '@refrain/contract/administration/overview'
import { attentionTexts } from '@refrain/messages/en/administration/attention'
import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Section } from '../account/section.tsx'

/** What the administrator should look at. @param kinds undefined until loaded */
export function AttentionList({ kinds }: { readonly kinds: readonly Attention[] | undefined }) {
  return (
    <Section title={attentionTexts.title}>
      {kinds === undefined && <div aria-hidden className="h-6 rounded-small bg-skeleton" />}
      {kinds?.length === 0 && <p className="text-quiet">{attentionTexts.nothing}</p>}
      {kinds && kinds.length > 0 && (
        <ul className="grid gap-2 text-sm">
          {kinds.map(kind => (
            <li key={kind} className="flex gap-3">
              <CircleAlert aria-hidden className="size-5 shrink-0 text-accent" />
              <p>
                {attentionTexts[kind]} <MoreLink kind={kind} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Leads to the screen that says more, if there is one. */
function MoreLink({ kind }: { readonly kind: Attention }) {
  const links: Partial<Record<Attention, readonly [string, string]>> = {
    databaseReadOnly: [paths.adminLog('error'), attentionTexts.errorsLink],
    errors: [paths.adminLog('error'), attentionTexts.errorsLink],
    importFailed: [paths.adminCollection(), attentionTexts.importLink],
    backupOverdue: [paths.adminJobs(), attentionTexts.jobsLink],
    jobFailed: [paths.adminJobs(), attentionTexts.jobsLink],
    jobPaused: [paths.adminJobs(), attentionTexts.jobsLink],
  }
  const [to, label] = links[kind] ?? []
  if (to === undefined) return null
  return (
    <Link to={to} className="rounded-small font-semibold underline underline-offset-4">
      {label}
    </Link>
  )
}
