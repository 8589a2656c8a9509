import type { Invitation } from '@refrain/contract/administration/people'
import { administrationTexts } from '@refrain/messages/en/administration'
import { commonTexts } from '@refrain/messages/en/common'
import { useQuery } from '@tanstack/react-query'
import { Trash2, UserRoundPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useToken } from '../../account/session.ts'
import { removeInvitation } from '../../administration/administer.ts'
import { invitationsQuery } from '../../administration/administration-queries.ts'
import { formatDistance } from '../../administration/format-facts.ts'
import { RemovalDialog } from '../account/removal-dialog.tsx'
import { Section } from '../account/section.tsx'
import { InviteDialog } from './invite-dialog.tsx'

/** Invitations that are valid, and a button for another. */
export function Invitations() {
  const [inviting, setInviting] = useState(false)
  const [deleted, setDeleted] = useState<Invitation>()
  const invite = useRef<HTMLButtonElement>(null)
  const { data } = useQuery(invitationsQuery(useToken()))
  return (
    <Section title={administrationTexts.invitations} text={administrationTexts.invitationsText}>
      {data && data.invitations.length > 0 && (
        <ul className="mb-4 grid grid-cols-[minmax(0,1fr)]">
          {data.invitations.map(invitation => (
            <Row key={invitation.id} invitation={invitation} onDelete={() => setDeleted(invitation)} />
          ))}
        </ul>
      )}
      <button ref={invite} type="button" className="button" onClick={() => setInviting(true)}>
        <UserRoundPlus aria-hidden className="size-5" />
        {administrationTexts.invite}
      </button>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {deleted && (
        <RemovalDialog
          title={administrationTexts.deleteInvitationQuestion}
          text={administrationTexts.deleteInvitationText}
          label={commonTexts.delete}
          remove={() => removeInvitation(deleted.id)}
          onClose={() => setDeleted(undefined)}
          onRemoved={() => invite.current?.focus()}
        />
      )}
    </Section>
  )
}

function Row({ invitation, onDelete }: { readonly invitation: Invitation; readonly onDelete: () => void }) {
  const { id, note, uses, used, expiresAt } = invitation
  return (
    <li className="flex max-[16rem]:flex-wrap items-center gap-3 border-t border-line py-2">
      <div className="min-w-0 grow">
        <p id={id} className="truncate font-semibold">
          {note || administrationTexts.withoutNote}
        </p>
        <p className="text-sm text-quiet">
          {administrationTexts.usedOf({ used, uses })} ·{' '}
          {administrationTexts.expires({ time: formatDistance(expiresAt) })}
        </p>
      </div>
      <button
        type="button"
        aria-label={administrationTexts.deleteInvitation}
        aria-describedby={id}
        className="icon-button flex-none"
        onClick={onDelete}
      >
        <Trash2 aria-hidden className="size-5" />
      </button>
    </li>
  )
}
