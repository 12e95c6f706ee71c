from urllib.parse import urlparse

from django.contrib.auth.models import User

from .mailsim_case import MailsimTestCase


class SignUp(MailsimTestCase):
    def sign_up(self, email):
        return self.client.post("/signup", {"email": email, "password": "correct horse"})

    def link(self, email):
        """The path of the link in the mail to an address."""
        mail = self.sim.wait_for_email(email, existing=True)
        return urlparse(mail["magic_links"][0]).path

    def test_the_link_activates_the_account(self):
        self.assertEqual(self.sign_up("anna@client.test").status_code, 202)
        self.assertFalse(User.objects.get(email="anna@client.test").is_active)
        self.assertContains(self.client.get(self.link("anna@client.test")), "Welcome")
        self.assertTrue(self.client.login(username="anna@client.test", password="correct horse"))

    def test_an_address_that_does_not_exist(self):
        # "+unknown" is refused as a mail server refuses who is not there.
        self.assertEqual(self.sign_up("ben+unknown@client.test").status_code, 422)
        self.assertFalse(User.objects.exists())

    def test_a_forgotten_password(self):
        User.objects.create_user("cara@client.test", "cara@client.test", "old")
        self.client.post("/reset", {"email": "cara@client.test"})
        form = self.client.get(self.link("cara@client.test"), follow=True)
        self.client.post(form.redirect_chain[-1][0], {"new_password1": "battery staple", "new_password2": "battery staple"})
        self.assertTrue(self.client.login(username="cara@client.test", password="battery staple"))

    def test_nobody_else_is_mailed(self):
        before = self.sim.mails()["mails"]
        self.client.post("/reset", {"email": "nobody@client.test"})
        self.assertEqual(self.sim.mails()["mails"], before)
