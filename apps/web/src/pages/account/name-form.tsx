import { usernameForm } from '@refrain/contract/account/forms'
import type { User } from '@refrain/contract/account/user'
import { textLimits } from '@refrain/contract/limits'
import { accountTexts } from '@refrain/messages/en/account'
import { useRef } from 'react'
import { changeName } from '../../account/update-account.ts'
import { FormField } from '../../ui/forms/form-field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { SaveButton } from './save-button.tsx'

export function NameForm({ user }: { readonly user: User }) {
  const element = useRef<HTMLFormElement>(null)
  const { form, errors, busy } = useForm(usernameForm, async ({ name }) => {
    // A reset form shows the stored name.
    if (await changeName(name)) element.current?.reset()
  })
  return (
    <form {...form} ref={element} className="grid gap-1">
      <FormField
        label={accountTexts.name}
        name="name"
        type="text"
        maxLength={textLimits.userName.max}
        autoComplete="name"
        defaultValue={user.name}
        errors={errors}
      />
      <SaveButton busy={busy}>{accountTexts.save}</SaveButton>
    </form>
  )
}
