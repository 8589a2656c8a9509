import { usernameForm } from '@refrain/contract/account/forms'
import type { User } from '@refrain/contract/account/user'
import { textLimits } from '@refrain/contract/limits'
import { accountTexts } from '@refrain/messages/en/account'
import { commonTexts } from '@refrain/messages/en/common'
import { type FormEvent, useRef, useState } from 'react'
import { changeName } from '../../account/update-account.ts'
import { FormField } from '../../ui/forms/form-field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { SaveButton } from './save-button.tsx'

export function NameForm({ user }: { readonly user: User }) {
  const element = useRef<HTMLFormElement>(null)
  const [isSaved, setSaved] = useState(false)
  const { form, errors, busy } = useForm(usernameForm, async ({ name }) => {
    setSaved(false)
    if (!(await changeName(name))) return
    // A reset form shows the stored name.
    element.current?.reset()
    setSaved(true)
  })
  function onInput(event: FormEvent<HTMLFormElement>): void {
    setSaved(false)
    form.onInput(event)
  }
  return (
    <form {...form} onInput={onInput} ref={element} className="grid gap-1">
      <FormField
        label={accountTexts.name}
        name="name"
        type="text"
        maxLength={textLimits.userName.max}
        autoComplete="name"
        defaultValue={user.name}
        errors={errors}
      />
      <SaveButton busy={busy} answer={isSaved && commonTexts.saved}>
        {accountTexts.save}
      </SaveButton>
    </form>
  )
}
