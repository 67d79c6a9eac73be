import {
  type Connection,
  type MessageActionItem,
  MessageType,
  ShowMessageNotification,
  ShowMessageRequest,
} from 'vscode-languageserver/node';

/** Whoever sits before the editor: told something, or asked. */
export class Person {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Says why something was not done, where the editor would not show the reason itself. */
  warn(message: string): void {
    this.#say(MessageType.Warning, message);
  }

  inform(message: string): void {
    this.#say(MessageType.Info, message);
  }

  /** One of the titles; undefined when nobody chooses. */
  async choose(message: string, titles: readonly string[]): Promise<string | undefined> {
    const actions = titles.map((title): MessageActionItem => ({ title }));
    const chosen = await this.#connection.sendRequest(ShowMessageRequest.type, {
      type: MessageType.Info,
      message,
      actions,
    });
    return chosen?.title;
  }

  #say(type: MessageType, message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type, message });
  }
}
