import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { DisconnectPhone } from '../number/disconnect-phone.tsx'
import { AssignNumber } from './assign-dialog.tsx'
import { ConnectNumber } from './connect.tsx'
import type { NumberDetails } from './number.ts'
import { RemoveNumber } from './remove-dialog.tsx'

interface NumberDialogsProps {
  readonly number: NumberDetails
  readonly open: 'assign' | 'connect' | 'disconnect' | 'remove' | undefined
  /** Whether *Connect phone* was pressed here. */
  readonly clicked: boolean
  readonly onClose: () => void
  readonly onRemoving: (removing: boolean) => void
  readonly onRemoved: () => Promise<unknown>
}

/** Loaded after the first picture of the page. */
export function NumberDialogs({ number, open, clicked, onClose, onRemoving, onRemoved }: NumberDialogsProps) {
  return (
    <>
      {number.carrier === 'android' && (
        <>
          <ConnectNumber number={number} open={open === 'connect'} clicked={clicked} onClose={onClose} />
          <DisconnectPhone
            phone={open === 'disconnect' ? (number.phone ?? undefined) : undefined}
            onClose={onClose}
            onConfirm={async () => {
              await call('disconnectPhoneOfNumber', { id: number.id })
              await invalidate(undefined, 'numbers')
            }}
          />
        </>
      )}
      <AssignNumber number={number} open={open === 'assign'} onClose={onClose} />
      <RemoveNumber
        number={number}
        open={open === 'remove'}
        onClose={onClose}
        onRemoving={onRemoving}
        onRemoved={onRemoved}
      />
    </>
  )
}
