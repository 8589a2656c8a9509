import { countLimits, textLimits } from '@refrain/contract/limits'
import { administrationTexts } from '@refrain/messages/en/administration'
import { type FormEvent, useState } from 'react'
import { failureText, invite } from '../../administration/administer.ts'
import { paths } from '../../paths.ts'
import { absoluteUrl } from '../../prefix.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { FormField } from '../../ui/forms/form-field.tsx'
import { OneTimeLink } from './one-time-link.tsx'

const USES = 1
const DAYS = 7

/** Creates an invitation and shows its link, this once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [link, setLink] = useState<string>()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const form = new FormData(event.currentTarget)
    const [uses, days] = [Number(form.get('uses')), Number(form.get('days'))]
    try {
      const { token } = await invite({ note: String(form.get('note')), uses, days })
      setLink(absoluteUrl(paths.signup(token)))
    } catch (error) {
      setFailure(failureText(error, administrationTexts.failed))
    }
    setBusy(false)
  }
  return (
    <Dialog title={administrationTexts.invite} onClose={onClose}>
      {link === undefined ? (
        <form
          onSubmit={event => void submit(event)}
          className="-mt-2 grid w-full grid-cols-2 gap-x-4 gap-y-1"
        >
          <div className="col-span-2">
            <FormField
              label={administrationTexts.inviteNote}
              name="note"
              type="text"
              maxLength={textLimits.invitationNote.max}
              autoComplete="off"
              errors={{ note: failure }}
            />
          </div>
          <FormField
            label={administrationTexts.inviteUses}
            {...numberField('uses', USES, countLimits.invitationUses)}
          />
          <FormField
            label={administrationTexts.inviteDays}
            {...numberField('days', DAYS, countLimits.invitationDays)}
          />
          <div className="col-span-2">
            <FormButtons label={administrationTexts.createLink} busy={busy} onCancel={onClose} />
          </div>
        </form>
      ) : (
        <OneTimeLink link={link} label={administrationTexts.linkOnce} onClose={onClose} />
      )}
    </Dialog>
  )
}

const numberField = (name: string, initial: number, most: number) => ({
  ...{ name, type: 'number', min: 1, max: most, required: true, defaultValue: initial, errors: {} },
})
