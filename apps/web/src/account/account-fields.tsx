import { textLimits } from '@refrain/contract/limits'
import { signInTexts } from '@refrain/messages/en/sign-in'
import { FormField } from '../ui/forms/form-field.tsx'
import type { FieldErrors } from '../ui/forms/use-form.ts'
import { PasswordField } from './password-field.tsx'

/** Name, email address and password of a new account. */
export function AccountFields({ errors }: { readonly errors: FieldErrors }) {
  return (
    <>
      <FormField
        label={signInTexts.name}
        name="name"
        type="text"
        maxLength={textLimits.userName.max}
        autoComplete="name"
        errors={errors}
      />
      <FormField
        label={signInTexts.email}
        name="email"
        type="email"
        maxLength={textLimits.email.max}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        errors={errors}
      />
      <PasswordField autoComplete="new-password" errors={errors} />
    </>
  )
}
