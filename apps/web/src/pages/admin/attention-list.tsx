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
                {attentionTexts[kind]}{' '}
                {kind === 'errors' && (
                  <Link
                    to={paths.adminLog('error')}
                    className="rounded-small font-semibold underline underline-offset-4"
                  >
                    {attentionTexts.errorsLink}
                  </Link>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
