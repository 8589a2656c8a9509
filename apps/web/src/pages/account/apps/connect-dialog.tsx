import type { AppKeyKind, AppKeyScope } from '@refrain/contract/account/app-keys'
import type { User } from '@refrain/contract/account/user'
import { textLimits } from '@refrain/contract/limits'
import { appsTexts } from '@refrain/messages/en/account/apps'
import { type FormEvent, useState } from 'react'
import { connectApp } from '../../../account/apps/app-keys.ts'
import { failureText } from '../../../administration/administer.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { FormField } from '../../../ui/forms/form-field.tsx'
import { NewSecret } from './new-secret.tsx'

interface ChoiceProps {
  readonly legend: string
  readonly name: string
  /** Value and label; the first is chosen at first. */
  readonly options: readonly (readonly [value: string, label: string])[]
}

interface Made {
  readonly kind: AppKeyKind
  readonly secret: string
}

/** Makes an app password or API key, and shows it this once. */
export function ConnectDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const [made, setMade] = useState<Made>()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    if (name === '') return setFailure(appsTexts.nameRequired)
    const kind = form.get('kind') as AppKeyKind
    setBusy(true)
    try {
      const { secret } = await connectApp({ name, kind, scope: form.get('scope') as AppKeyScope })
      setMade({ kind, secret })
    } catch (error) {
      setFailure(failureText(error, appsTexts.failed))
    }
    setBusy(false)
  }
  if (made)
    return (
      <Dialog role="alertdialog" title={appsTexts.ready} text={appsTexts.shownOnce} onClose={onClose}>
        <NewSecret {...made} username={user.email} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={appsTexts.connect} onClose={onClose}>
      <form noValidate onSubmit={event => void submit(event)} className="-mt-2 grid w-full gap-4">
        <FormField
          label={appsTexts.name}
          name="name"
          type="text"
          placeholder={appsTexts.nameExample}
          maxLength={textLimits.appKeyName.max}
          autoComplete="off"
          errors={{ name: failure }}
        />
        <Choice
          legend={appsTexts.may}
          name="scope"
          options={[
            ['edit', appsTexts.edit],
            ['listen', appsTexts.listen],
          ]}
        />
        <Choice
          legend={appsTexts.kind}
          name="kind"
          options={[
            ['password', appsTexts.password],
            ['apiKey', appsTexts.apiKey],
          ]}
        />
        <FormButtons label={appsTexts.create} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Radio buttons. */
function Choice({ legend, name, options }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {options.map(([value, label], at) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={at === 0}
            className="size-5 flex-none accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
