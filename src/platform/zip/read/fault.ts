export type ArchiveFaultReason = 'not_a_zip' | 'invalid' | 'unsupported' | 'too_many_entries'

/** The message is for the owner of the archive. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
  readonly reason: ArchiveFaultReason

  constructor(reason: ArchiveFaultReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
