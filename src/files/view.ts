/**
 * What a key can see: its workspace, or one folder of it (docs/api/keys.md#folder-keys). Every look-up takes one,
 * so that none can forget the condition.
 */
export interface View {
  readonly workspaceId: number
  /** null: the whole workspace. */
  readonly folderId: string | null
}
