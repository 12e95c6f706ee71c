"""imap_tools and Twisted against mailsimd: a folder's whole life by IMAP, in
clear, by STARTTLS and TLS, and mail to many by Twisted's SMTP."""
import datetime
import io
import os
import ssl
import sys

host = "127.0.0.1"
imap, imaps, smtp_port = (int(os.environ[k]) for k in ("IMAP_PORT", "IMAPS_PORT", "SMTP_PORT"))
user, secret = "second@ours.test", "second-secret"
mail = "From: a@b.test\r\nTo: c@d.test\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nhallö\r\n".encode()


def with_imap_tools():
    from imap_tools import AND, MailBox, MailBoxTls, MailBoxUnencrypted, MailMessageFlags

    context = ssl._create_unverified_context()
    folder, other = "Größe & Co", "imap_tools"
    for box in (MailBoxUnencrypted(host, imap), MailBoxTls(host, imap, ssl_context=context), MailBox(host, imaps, ssl_context=context)):
        with box.login(user, secret):
            for name in (folder, other):
                box.folder.create(name)
                assert box.folder.exists(name)
                box.folder.subscribe(name, True)
            for day in (5, 6, 7):
                box.append(mail, folder, dt=datetime.datetime(2026, 1, day, 9, tzinfo=datetime.timezone.utc), flag_set=[MailMessageFlags.SEEN] if day > 5 else None)
            assert box.folder.status(folder)["UNSEEN"] == 1
            box.folder.set(folder)
            find = lambda criteria, **how: [m.uid for m in box.fetch(criteria, mark_seen=False, **how)]
            assert find(AND(seen=False)) == ["1"] and find(AND(date_gte=datetime.date(2026, 1, 6))) == ["2", "3"]
            assert find(AND(subject="grüße"), charset="utf-8") == find(AND(text="hallö"), charset="utf-8") == ["1", "2", "3"]
            got = list(box.fetch(bulk=True, reverse=True, mark_seen=False))
            assert [(m.subject, m.text) for m in got] == [("Grüße", "hallö\r\n")] * 3 and got[0].flags == ("\\Seen", "\\Recent"), got[0].flags
            box.flag(["1", "2"], [MailMessageFlags.FLAGGED, "kw"], True)
            assert find(AND(keyword="kw", flagged=True)) == ["1", "2"]
            box.copy(["1"], other)
            box.move(["2"], other)
            box.delete(["3"])
            assert find(AND(all=True)) == ["1"]
            box.folder.set("INBOX")
            for name in (folder, other):
                box.folder.delete(name)


def with_twisted():
    from twisted.internet import defer, protocol, reactor, ssl as tls
    from twisted.mail import imap4, smtp

    context = tls.ClientContextFactory()
    parts = b"Subject: parts\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nhello\r\n--x\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nbody\r\n--x--\r\n"

    class Client(imap4.IMAP4Client):
        def serverGreeting(self, caps):
            self.ready.callback(self)

    def connect():
        factory, client = protocol.ClientFactory(), Client(contextFactory=context)
        client.ready, factory.protocol = defer.Deferred(), lambda: client
        client.registerAuthenticator(imap4.PLAINAuthenticator(user.encode()))
        reactor.connectTCP(host, imap, factory)
        return client.ready

    @defer.inlineCallbacks
    def session():
        c = yield connect()
        yield c.authenticate(secret.encode()) # begins TLS
        yield c.create("twisted/日本")
        yield c.subscribe("twisted/日本")
        assert [name for _, _, name in (yield c.list("twisted", "*"))] == ["twisted", "twisted/日本"]
        yield c.append("twisted/日本", io.BytesIO(parts), ("\\Seen", "kw"), "05-Jan-2026 09:00:00 +0100")
        yield c.append("twisted/日本", io.BytesIO(mail))
        status = yield c.status("twisted/日本", "MESSAGES", "UNSEEN")
        assert (status["MESSAGES"], status["UNSEEN"]) == (2, 1), status
        assert (yield c.select("twisted/日本"))["EXISTS"] == 2
        one = imap4.MessageSet(1)
        full = (yield c.fetchFull(one))[1]
        assert full["ENVELOPE"][1] == "parts" and full["INTERNALDATE"] == "05-Jan-2026 08:00:00 +0000" and full["RFC822.SIZE"] == str(len(parts)), full
        assert (yield c.fetchMessage(one))[1]["RFC822"] == parts.decode()
        assert (yield c.fetchSpecific("1", headerNumber="2", headerType="TEXT", peek=1))[1][0][-1] == "body", "part 2"
        assert (yield c.fetchSpecific("1", headerNumber="1", offset=1, length=3))[1][0][-1] == "ell", "octets of part 1"
        assert (yield c.search(imap4.Query(subject="parts"), imap4.Query(keyword="kw"))) == [1]
        assert (yield c.search(imap4.Or(imap4.Query(subject="parts"), imap4.Not(imap4.Query(seen=True))))) == [1, 2]
        yield c.setFlags("1", ("\\Deleted",))
        assert (yield c.expunge()) == [1]
        yield c.close()
        yield c.delete("twisted/日本")
        yield c.logout()
        for to in (["anna@client.test"], ["r%d@client.test" % i for i in range(200)]):
            done = defer.Deferred()
            text = io.BytesIO(b"Subject: by Twisted\n\n.dot\n.\nFrom x\n")
            factory = smtp.ESMTPSenderFactory(user.encode(), secret.encode(), user, to, text, done, contextFactory=context, requireTransportSecurity=True)
            reactor.connectTCP(host, smtp_port, factory)
            took, answers = yield done
            assert took == len(to) and all(code == 250 for _, code, _ in answers), answers

    failed = []
    reactor.callWhenRunning(lambda: session().addErrback(failed.append).addBoth(lambda _: reactor.stop()))
    reactor.callLater(60, lambda: (failed.append("timeout"), reactor.stop()))
    reactor.run()
    assert not failed, failed[0]


{"imap_tools": with_imap_tools, "twisted": with_twisted}[sys.argv[1]]()
