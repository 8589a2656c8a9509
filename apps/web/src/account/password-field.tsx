import { signInTexts } from '@refrain/messages/en/sign-in'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { FormField } from '../ui/forms/form-field.tsx'
import type { FieldErrors } from '../ui/forms/use-form.ts'

/** Fields, and the keys of the labels of their buttons. */
const SHOW = {
  password: 'showPassword',
  currentPassword: 'showCurrentPassword',
  newPassword: 'showNewPassword',
} as const

interface Props {
  readonly name?: keyof typeof SHOW
  readonly errors: FieldErrors
  readonly autoComplete: 'current-password' | 'new-password'
}

/** A password field with a button that shows the password. */
export function PasswordField({ name = 'password', errors, autoComplete }: Props) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <FormField
      label={signInTexts[name]}
      name={name}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      errors={errors}
      trailing={
        <button
          type="button"
          aria-label={signInTexts[SHOW[name]]}
          aria-pressed={shown}
          className="icon-button absolute inset-y-0 right-0.5 my-auto size-11"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden className="size-5" />
        </button>
      }
    />
  )
}
