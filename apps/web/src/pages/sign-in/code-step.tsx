import { codeForm } from '@refrain/contract/account/forms'
import { signInTexts } from '@refrain/messages/en/sign-in'
import { CodeField } from '../../account/keys/code-field.tsx'
import { signIn } from '../../account/sign-in.ts'
import { SubmitButton } from '../../account/submit-button.tsx'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { useForm } from '../../ui/forms/use-form.ts'

interface Props {
  /** They are right. */
  readonly credentials: { readonly email: string; readonly password: string }
}

/** The second step of a login: a code of an authenticator app, or a recovery code. */
export function CodeStep({ credentials }: Props) {
  const { showError, toast } = useErrorToast()
  const { form, errors, busy } = useForm(codeForm, async ({ code }) => {
    const failure = await signIn({ ...credentials, code })
    if (failure !== undefined) showError(failure)
  })
  return (
    <form {...form} className="grid gap-2">
      <p className="mb-2 text-sm text-quiet">{signInTexts.enterCode}</p>
      <CodeField focuses errors={errors} />
      <SubmitButton busy={busy}>{signInTexts.login}</SubmitButton>
      {toast}
    </form>
  )
}
