import { useMutation } from '@tanstack/react-query'
import { knowsPasskeys } from '../api/passkeys.ts'
import { ErrorNotice } from '../parts/notice.tsx'

/** Uses a passkey instead of a code. Renders nothing when the browser does not support passkeys. */
export function PasskeyButton({ use, onDone }: { use: () => Promise<void>; onDone: () => void }) {
  const passkey = useMutation<void, Error>({ mutationFn: use, onSuccess: onDone })
  if (!knowsPasskeys()) return null
  return (
    <>
      <button type="button" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
        Use a passkey
      </button>
      <ErrorNotice error={passkey.error} />
    </>
  )
}
