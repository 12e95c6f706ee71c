import smtplib

from django.contrib.auth.models import User
from django.core import signing
from django.core.mail import send_mail
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST


@require_POST
def sign_up(request):
    """Makes an account that is inactive until the link in the mail is followed."""
    email = request.POST["email"]
    link = request.build_absolute_uri(reverse("confirm", args=[signing.dumps(email)]))
    try:
        send_mail("Confirm your address", f"Hello,\n\nplease confirm your address:\n\n{link}\n", None, [email])
    except smtplib.SMTPRecipientsRefused:
        return HttpResponse("No mail can be sent to that address. Is it right?\n", status=422)
    User.objects.create_user(email, email, request.POST["password"], is_active=False)
    return HttpResponse("Look into your inbox.\n", status=202)


def confirm(request, token):
    try:
        email = signing.loads(token, max_age=24 * 3600)
    except signing.BadSignature:
        return HttpResponse("The link is too old, or not whole.\n", status=410)
    User.objects.filter(email=email).update(is_active=True)
    return HttpResponse("Welcome.\n")
